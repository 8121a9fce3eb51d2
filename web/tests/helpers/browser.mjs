// Chromium for tests.
import puppeteer from "puppeteer-core";

/** A browser without a window. NOVPHY_CHROMIUM names another one than Debian's. */
export function launchChromium() {
  return puppeteer.launch({
    executablePath: process.env.NOVPHY_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/** Presses the button with this label, as soon as it takes a press. */
export async function press(page, label) {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${label}" and not(@disabled)])`, { visible: true });
  await button.click();
}

/** Waits until the page says this. A tab in the background draws no frames, so the page is polled. */
export function says(page, text) {
  return page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 10_000, polling: 50 }, text);
}

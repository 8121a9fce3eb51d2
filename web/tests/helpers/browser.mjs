// A browser for tests: Debian's Chromium or, where NOVPHY_BROWSER is "firefox", its Firefox ESR.
import { tmpdir } from "node:os";

import puppeteer from "puppeteer-core";

const browsers = {
  chromium: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] },
  firefox: { browser: "firefox", executablePath: "/usr/bin/firefox-esr" },
};

export const browserName = process.env.NOVPHY_BROWSER ?? "chromium";

/** A browser without a window. It saves downloads to the folder `downloads`. */
export function launchBrowser(downloads = tmpdir()) {
  const extraPrefsFirefox = { "browser.download.folderList": 2, "browser.download.dir": downloads };
  return puppeteer.launch({ ...browsers[browserName], extraPrefsFirefox, downloadBehavior: { policy: "allow", downloadPath: downloads } });
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

// What tests of the built pages share: the package that scripts/web.sh makes, the program, and pages whose problems are noted.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

import { web } from "./bundle.mjs";

const root = join(web, "..");
/** The package that scripts/web.sh builds. */
export const npmFolder = process.env.NOVPHY_WEB ?? join(root, "build/web/npm");
/** The program. */
const program = process.env.NOVPHY ?? join(root, "build/release/novphy");

const settings = (cwd) => ({ cwd, encoding: "utf8", env: { ...process.env, NOVPHY_WEB: npmFolder }, stdio: ["ignore", "pipe", "pipe"] });

/** Runs the program in this folder. Returns what it prints. */
export function novphy(folder, ...words) {
  return execFileSync(program, words, settings(folder));
}

/** Runs the program in this folder, where it may fail. Returns its exit code and what it prints. */
export function endOf(folder, ...words) {
  const { status: code, stdout, stderr } = spawnSync(program, words, settings(folder));
  return { code, stdout, stderr };
}

export const desktop = { width: 1280, height: 960 };
export const phone = { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** Opens an address. The page's list `problems` gets each error that a script makes, and each request for another host. */
export async function openPage(browser, address, viewport = desktop, prepare = () => {}) {
  const page = await browser.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):|^http:\/\/127\.0\.0\.1:/.test(request.url())) page.problems.push(request.url());
  });
  await page.setViewport(viewport);
  await prepare(page);
  await page.goto(address);
  return page;
}

/** The texts in a page that are smaller than 12 pixels, and by how much the page is wider than the screen. */
export async function tooSmallOrWide(page) {
  const small = await page.$$eval("body *", (all) => all.filter((each) => each.checkVisibility() && each.innerText?.trim()
    && parseFloat(getComputedStyle(each).fontSize) < 12).map((each) => each.outerHTML));
  return { small, wider_px: await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth) };
}

// The one function of Node that the package calls: in a browser it is never reached.
declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}

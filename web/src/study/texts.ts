import english from "../../static/study/languages/en.json";

/** What the pages of a study say besides the study's own texts. timeline.js may replace any of them. */
export const texts = english;

export type Texts = typeof texts;

/** The texts in the language of this code, from the file of that name. Those that the file lacks are English. */
export async function textsIn(language = "en"): Promise<Partial<Texts>> {
  if (language === "en") return english;
  const file = `languages/${language}.json`;
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: the server answers ${answer.status}`);
  return (await answer.json()) as Partial<Texts>;
}

/** The text with "{name}" replaced by the value of that name. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

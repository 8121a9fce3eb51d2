/** What the pages of a study say besides the study's own texts. timeline.js may replace any of them. */
export const texts = {
  loading: "The study is being loaded …",
  not_loaded: "The study could not be loaded. Please check your connection and reload this page. ({why})",
  other_simulator: "This study was made for another version of the simulator. Please tell the person who looks after the study. ({why})",
  reload: "Reload",
  who_title: "Who are you?",
  who_text: "Please type the ID that you were given for this study.",
  who_label: "ID",
  who_button: "Continue",
  who_wrong: "An ID has 1 to 64 letters, digits, _ and -.",
  address_who: "The address of this page names no valid participant: {found}. Please open the link again as you were given it, or tell the person who looks after the study.",
  address_assignment: "The address of this page asks for {name}={found}, but this study has {name} 0 to {last}. Please tell the person who looks after the study.",
  two_tabs: "This study is open in another tab or window. Please go on there, or close it and reload this page.",
  storage_full: "This browser has no space left to keep what you do. Please keep this page open until the end, and do not reload it.",
  storage_forbidden: "This browser does not let this page keep what you do. Please keep this page open until the end, and do not reload it.",
  download: "Download the data so far",
  trial_failed: "The study cannot go on here. Everything you did until now is kept. Please reload this page. ({why})",
  trial_failed_unkept: "The study cannot go on here. Please download your data and send them to the person who looks after the study. ({why})",
  sending_title: "Please wait",
  sending: "Your data are being sent. Please keep this page open.",
  sending_failed: "Your data could not be sent yet ({why}). The page tries again in {seconds} seconds. Please keep it open. Nothing is lost.",
  send_again: "Try again now",
  sent_title: "Thank you!",
  sent: "Your data were sent. You may close this page now.",
  downloaded: "Your data are in the file {file}. Please send it to the person who looks after the study.",
  download_again: "Download it again",
  completion: "Continue",
  declined: "You may close this page now.",
  code_title: "Your code",
  code: "Please note this code: {code}\n\nWith it you can take your data back at any time: {address}",
  offline: "The connection is lost. What you do is kept in this browser and sent later.",
  refused_closed: "This study takes no more participants.",
  refused_device: "This study cannot be done on this device or in so small a window. Please use another one.",
  refused_elsewhere: "This study goes on in another tab or browser. Please go on there, or reload this page.",
  refused_expired: "The time for this study is over.",
  refused_known: "Somebody takes part with this ID already. Please open the link again as you were given it, in the same browser.",
  refused_withdrawn: "Your data were withdrawn. You may close this page now.",
};

export type Texts = typeof texts;

/** The text with "{name}" replaced by the value of that name. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

import { classAt, LETTER, widthAt } from "../text/classes";
import { blocks } from "../text/markdown";
import { regexWords } from "../text/words";
import { type Check, countOf, type Finding, spansOf } from "../types";

/** Names of the distinguishable languages, by ISO 639-1 code. */
export const LANGUAGE_CODES: Record<string, string> = {
  english: "en",
  french: "fr",
  german: "de",
  spanish: "es",
  italian: "it",
  portuguese: "pt",
  dutch: "nl",
  swedish: "sv",
  danish: "da",
  norwegian: "no",
  finnish: "fi",
  polish: "pl",
  czech: "cs",
  hungarian: "hu",
  romanian: "ro",
  turkish: "tr",
  vietnamese: "vi",
  indonesian: "id",
  malay: "ms",
  swahili: "sw",
  croatian: "hr",
  russian: "ru",
  ukrainian: "uk",
  bulgarian: "bg",
  arabic: "ar",
  persian: "fa",
  farsi: "fa",
  urdu: "ur",
  hindi: "hi",
  marathi: "mr",
  nepali: "ne",
  chinese: "zh",
  mandarin: "zh",
  japanese: "ja",
  korean: "ko",
  thai: "th",
  greek: "el",
  hebrew: "he",
  tamil: "ta",
  telugu: "te",
  kannada: "kn",
  malayalam: "ml",
  bengali: "bn",
  gujarati: "gu",
  punjabi: "pa",
  sinhala: "si",
  khmer: "km",
  lao: "lo",
  burmese: "my",
  georgian: "ka",
  armenian: "hy",
  amharic: "am",
};

/** Scripts used by only one of those languages; other scripts are shared. */
const SCRIPTS: [string, RegExp, string[]][] = [
  ["Hangul", /\p{Script=Hangul}/u, ["ko"]],
  ["Kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["ja"]],
  ["Han", /\p{Script=Han}/u, ["zh", "ja"]],
  ["Thai", /\p{Script=Thai}/u, ["th"]],
  ["Greek", /\p{Script=Greek}/u, ["el"]],
  ["Hebrew", /\p{Script=Hebrew}/u, ["he"]],
  ["Tamil", /\p{Script=Tamil}/u, ["ta"]],
  ["Telugu", /\p{Script=Telugu}/u, ["te"]],
  ["Kannada", /\p{Script=Kannada}/u, ["kn"]],
  ["Malayalam", /\p{Script=Malayalam}/u, ["ml"]],
  ["Bengali", /\p{Script=Bengali}/u, ["bn"]],
  ["Gujarati", /\p{Script=Gujarati}/u, ["gu"]],
  ["Gurmukhi", /\p{Script=Gurmukhi}/u, ["pa"]],
  ["Sinhala", /\p{Script=Sinhala}/u, ["si"]],
  ["Khmer", /\p{Script=Khmer}/u, ["km"]],
  ["Lao", /\p{Script=Lao}/u, ["lo"]],
  ["Myanmar", /\p{Script=Myanmar}/u, ["my"]],
  ["Georgian", /\p{Script=Georgian}/u, ["ka"]],
  ["Armenian", /\p{Script=Armenian}/u, ["hy"]],
  ["Ethiopic", /\p{Script=Ethiopic}/u, ["am"]],
  ["Devanagari", /\p{Script=Devanagari}/u, ["hi", "mr", "ne"]],
  ["Arabic", /\p{Script=Arabic}/u, ["ar", "fa", "ur"]],
  ["Cyrillic", /\p{Script=Cyrillic}/u, ["ru", "uk", "bg"]],
  ["Latin", /\p{Script=Latin}/u, []],
];

/** The most common function words of languages that share a script. */
const SMALL_WORDS: Record<string, string> = {
  en: "the of and to a in is it you that he was for on are with as i his they be at one have this from or had by not but what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has two more no way could people my than been who its now find down day did get come may part over",
  fr: "le la les de des du un une et à est en que qui dans pour pas sur au avec ce il elle nous vous je ne se plus par mais sont son sa ses cette ces leur tout être fait aux comme ont ou où très bien aussi était d l qu c j n s",
  de: "der die das und in den von zu mit sich auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich du wir ihr sehr",
  es: "el la los las de que y en un una es por con para su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante del se no ser son fue era está yo tú",
  it: "il lo la i gli le di che e è un una in per con non si del della dei delle al alla ai da dal dalla sono come più ma anche su nel nella questo questa suo sua molto essere ha hanno era ci se o io tu noi",
  pt: "o a os as de que e do da em um uma para com não por mais dos das se na no como mas ao ele ela foi seu sua ou quando muito nos já está eu também só pelo pela até isso entre era depois sem mesmo aos são é você",
  nl: "de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij uit door naar over zo hij ze wij ik je jij u nog wel kan heeft hebben werd wordt deze dit die meer geen tot was",
  sv: "och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke mig du henne då sin nu har inte hans honom skulle hennes där min man ej vid kunde något från ut när efter upp vi dem vara vad över än dig kan sina här",
  da: "og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når være efter noget meget",
  no: "og i jeg det at en et den til er som på de med han av ikke der så var meg seg men har om vi min mitt ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller hva skal selv her alle vil bli ble kunne inn når være kom noen noe dette etter",
  fi: "ja on ei se että hän oli joka mutta ovat kun niin myös kuin sen hänen ole tai jos minä sinä me te he tämä mitä vain nyt sitten jo vielä olla voi kanssa mukaan sekä hyvin paljon ollut siitä",
  pl: "i w na z do się nie że jest to o jak a po co za od ale przez dla tak być ten ta są jego jej był była było ich czy tym przed już tylko może lub oraz które który która bardzo ja ty my",
  cs: "a v na se je že s z do o to i za po ve pro ale jako by být byl byla bylo jsou které který která už jen jeho její nebo tak také při od když aby co ze k jsem není velmi",
  hu: "a az és hogy nem is egy van ez de ha csak már meg mint még volt lesz vagy aki ami azt ezt mert minden nagyon el fel ki be én te mi ti ők sok most itt ott kell lehet szerint után",
  ro: "și în de la a cu pe un o este nu că care din pentru mai sau dar ce se sunt al ale lui ei fi fost ca prin după foarte acest această sa să am ai are le își îi",
  tr: "ve bir bu da de için ile çok olarak daha gibi ne var o en kadar sonra ama ben sen biz siz onlar olan her değil ya mi mı şu ki veya diye ise hem yok oldu olduğu göre",
  vi: "và của là có không được cho một các với trong những này người để đã khi cũng đến từ như tôi bạn chúng ta nhiều rất về ra vào thì mà ở sẽ phải trên đó",
  id: "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga saya ke karena tersebut bisa ada mereka lebih kata tahun sudah atau saat oleh menjadi orang anda kita adalah seperti dapat kami",
  ms: "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga saya ke kerana tersebut boleh ada mereka lebih telah atau oleh menjadi orang anda kita ialah seperti dapat kami iaitu",
  sw: "na ya wa kwa ni katika za la kuwa cha hii hiyo kama lakini au pia sana watu yake wake hizo huo hilo si mimi wewe sisi wao yeye kila ili baada kabla vya",
  hr: "i u je se na da su za od a s o koji koja koje nije kao ali ili što sam bi to po iz do te samo već biti bio bila može sve vrlo ja ti mi vi oni kako kada",
  ru: "и в не на я что он с это как а по но из у к за от так о все она они мы вы ты его её ее их для же бы если или был была было были есть быть только уже очень когда этот эта эти при до во со",
  uk: "і в не на я що він з це як а по але із у до за від так про все вона вони ми ви ти його її їх для ж би якщо або був була було були є бути тільки вже дуже коли цей ця ці при та й",
  bg: "и в не на аз че той с това как а по но от у към за така о всички тя те ние вие ти го я ги за да се е са бе беше има няма или ако само вече много когато този тази тези при до съм си ще",
  ar: "في من على إلى أن هذا هذه التي الذي عن مع كان لا ما هو هي كل بعد قد أو و ثم لم بين كانت ذلك عند إن حيث أنا نحن كما",
  fa: "و در به از که این را با است برای آن یک خود تا کرد بر هم نیز می شود شد ها اما یا من ما شما او دارد بود های چه هر",
  ur: "کے کی میں ہے اور سے کا کو اس یہ ہیں پر نے کہ ایک بھی تھا وہ جو نہیں کر تھے گیا ہو لیے ہم آپ تو",
  hi: "के का की में है और से को यह पर एक ने कि भी हैं इस था वह नहीं कर जो हो तो लिए गया अपने मैं हम आप थी थे रहा",
  mr: "आणि आहे या ते हे एक तो ती मी पण नाही होते होता च्या ला मध्ये साठी आम्ही आपण त्या आहेत केले असे की तर",
  ne: "र को छ मा यो एक हो ले लाई पनि छन् थियो गर्न तर म हामी तपाईं त्यो भएको का की गरेको यस हुन्छ छैन",
};

const WORDS = new Map<string, string[]>();
for (const [code, list] of Object.entries(SMALL_WORDS)) {
  for (const word of new Set(list.split(" "))) WORDS.set(word, [...(WORDS.get(word) ?? []), code]);
}

const SCRIPT_OF: Record<string, string> = {};
for (const [script, , codes] of SCRIPTS) for (const code of codes) SCRIPT_OF[code] ??= script;
SCRIPT_OF.zh = "Han";

interface Scores {
  letters: number;
  /** Share of the letters by script, Japanese Han counted as Kana. */
  scripts: Record<string, number>;
  /** Share of the words that are function words of each language of the leading script. */
  languages: Record<string, number>;
}

/** Evidence for each language: scripts first, then the share of function words. */
function languageScores(text: string): Scores {
  const scripts: Record<string, number> = {};
  let letters = 0;
  const known = new Map<number, string>();
  for (let i = 0; i < text.length; i += widthAt(text, i)) {
    if (!(classAt(text, i) & LETTER)) continue;
    letters++;
    const point = text.codePointAt(i) ?? 0;
    const script = (point < 128 ? "Latin" : known.get(point)) ?? scriptOf(point);
    known.set(point, script);
    scripts[script] = (scripts[script] ?? 0) + 1;
  }
  for (const script of Object.keys(scripts)) scripts[script] = (scripts[script] ?? 0) / letters;
  const hits: Record<string, number> = {};
  const { count, bounds } = regexWords(text);
  for (let i = 0; i < bounds.length; i += 2) {
    const word = text.slice(bounds[i], bounds[i + 1]).toLowerCase();
    for (const code of WORDS.get(word) ?? []) hits[code] = (hits[code] ?? 0) + 1;
  }
  const languages = Object.fromEntries(
    Object.entries(hits)
      .map(([code, n]): [string, number] => [code, n / count])
      .sort(([, a], [, b]) => b - a),
  );
  return { letters, scripts, languages };
}

function scriptOf(point: number): string {
  const character = String.fromCodePoint(point);
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? "other";
}

const LEAST_LETTERS = 60;
const LEAST_LETTERS_OF_A_SCRIPT = 10;
const LEAST_SHARE = 0.15;
const LEAST_MARGIN = 0.1;

/** True if a text is in a language: without evidence either way it is borderline. */
function inLanguage({ letters, scripts, languages }: Scores, code: string): "yes" | "no" | "borderline" {
  if (letters < LEAST_LETTERS_OF_A_SCRIPT) return "borderline";
  const [script = "other", share = 0] = Object.entries(scripts).sort(([, a], [, b]) => b - a)[0] ?? [];
  const kana = scripts.Kana ?? 0;
  if (code === "ja" || code === "zh") {
    const east = (scripts.Han ?? 0) + kana;
    if (east < 0.5) return share > 0.9 ? "no" : "borderline";
    if (east < 0.9) return "borderline";
    const japanese = kana > 0.1 ? "yes" : kana > 0.02 || letters < LEAST_LETTERS ? "borderline" : "no";
    return code === "ja" ? japanese : japanese === "yes" ? "no" : japanese === "no" ? "yes" : "borderline";
  }
  const own = SCRIPT_OF[code] ?? "Latin";
  if (script !== own) return (scripts[own] ?? 0) < 0.1 ? "no" : "borderline";
  if (share < 0.9) return "borderline";
  const unique = SCRIPTS.find(([name]) => name === own)?.[2].length === 1;
  if (unique) return "yes";
  if (letters < LEAST_LETTERS) return "borderline";
  const ranked = Object.entries(languages);
  const [best, top] = ranked[0] ?? ["", 0];
  const mine = languages[code] ?? 0;
  const rival = Math.max(0, ...ranked.filter(([other]) => other !== code).map(([, n]) => n));
  if (best === code && mine >= LEAST_SHARE && mine - rival >= LEAST_MARGIN) return "yes";
  return top >= LEAST_SHARE && top - mine >= LEAST_MARGIN && top >= 2 * mine ? "no" : "borderline";
}

/** Number of paragraphs examined separately, so that one in another language is not missed. */
const MOST_PARAGRAPHS = 200;

export function runLanguage({ code }: Extract<Check, { kind: "language" }>, text: string): Finding {
  const scores = languageScores(text);
  const whole = inLanguage(scores, code);
  const paragraphs = blocks(text).slice(0, MOST_PARAGRAPHS);
  const foreign =
    whole === "yes" && paragraphs.length > 1
      ? paragraphs.filter((block) => inLanguage(languageScores(block.text), code) === "no")
      : [];
  const top = Object.entries(scores.languages)
    .slice(0, 3)
    .map(([name, n]) => `${name} ${n.toFixed(2)}`);
  const scripts = Object.entries(scores.scripts).map(([name, n]) => `${name} ${Math.round(n * 100)} %`);
  return {
    verdict: foreign.length > 0 ? "borderline" : whole,
    evidence: {
      summary: [countOf(scores.letters, "letter"), ...scripts, ...top].join(", "),
      spans: spansOf(foreign, "another language"),
      details: {
        scores: Object.fromEntries(Object.entries(scores.languages).slice(0, 3)),
        scripts: scores.scripts,
      },
    },
  };
}

/** The name of a language, for questions. */
export function languageName(code: string): string {
  const name = Object.entries(LANGUAGE_CODES).find(([, of]) => of === code)?.[0] ?? code;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/**
 * Common passwords of eight characters or more. Our own selection: the words and keyboard rows at the top of the published
 * rankings of leaked passwords (NCSC 2019, NordPass 2019 to 2024), without their endings, which `isCommonPassword` removes. It stops
 * an attacker's first guesses, but isn't a complete list.
 */
const words = `
aa aaaa abc abcd abcde abcdef abcdefg abcdefgh access adidas admin administrator alexander alexis amanda amigos andrea andrew angel
angels angelo anthony apple arsenal asdf asdfasdf asdfgh asdfghjk asdfghjkl asdfjkl asdzxc ashley azerty azertyuiop babygirl bailey
banana barcelona baseball basketball batman beautiful benjamin bismillah blink bonita brandon brittany brooklyn buster butterfly
canada carolina caroline changeme charlie charlotte cheese chelsea chester chicken chocolate christian cinderella computer cookie
corvette cristina daniel danielle default diamond dolphin dragon elephant elizabeth estrella eminem facebook family ferrari fernando
flower football forever formula fortnite freedom friend friends fuckyou galatasaray gabriel gandalf george ginger gmail godisgood
google gwerty hannah harley heather hello hellokitty helpme hockey hunter iloveu iloveyou internet iran isabella jackson jasmine
jasper jennifer jessica jesus jesuschrist jonathan jordan joseph joshua juventus killer kristina lakers letmein liverpool logitech
login london love loveme lovely lover madrid manchester marina master matrix matthew melissa mercedes metallica michael michelle
microsoft midnight minecraft monkey mustang myspace naruto nasim nicole nirvana nothing oliver orange pakistan parola pass passw passwd
password passwort patrick peanut pepper persepolis phoenix pikachu pokemon portugal princesa princess purple qazwsx qazwsxedc qqww
qwer qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop querty rainbow rangers realmadrid rebecca robert rockyou ronaldo runner
samantha samsung sandra scooby secret security server shadow shannon slipknot snoopy soccer sophie spiderman starwars steelers
stephanie strawberry summer sunflower sunshine superman superstar sweety taylor teamo tehran tequiero test testing thomas thunder
tigger tinkerbell trustno tweety user vanessa veronica victoria victory virginia welcome whatever william winner winter wordpass
yellow zaq zaqwsx zxcv zxcvbn zxcvbnm
`;
const common: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

const letters: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/** `P@ssw0rd` → `password`: the substitutions that cracking tools try first. */
const plain = (text: string) => text.replace(/[013457@$]/g, (sign) => letters[sign] ?? sign);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '01234567890',
  '09876543210',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];

/** Up to four characters repeated: `aaaaaaaa`, `12121212`. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/u.test(text) && new Set(text).size <= 4;

const isRow = (text: string) => rows.some((row) => `${row}${row}`.includes(text));

/**
 * Whether a password is common: a known word with or without digits and symbols around it, a keyboard row,
 * or a repetition. Case doesn't count.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  if (isRepeated(text) || isRow(text)) return true;
  const bare = text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  // Digits and symbols alone: short ones are easy to guess.
  if (bare === '') return text.length < 12;
  return [text, bare, plain(text), plain(bare), plain(text).replace(/[^a-z]+$/g, '')].some((one) => common.has(one) || isTwice(one));
}

/** A known word twice: `testtest`. */
function isTwice(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return text === half + half && common.has(half);
}

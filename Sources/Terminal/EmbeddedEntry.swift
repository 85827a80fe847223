/// The terminfo entries that the program brings along, for terminals of xterm's family.
///
/// Installed entries for any colour are rare, and write colours with colons, which many terminals do not read. Those for
/// 256 colours are common, but offer ways of moving the cursor and of naming a colour that curses weighs against each
/// other for every step; that was a third of the work of a frame, and saved few bytes. So both are here, as compiled by
/// `tic -x`, in the form that curses takes from `TERMINFO` (since 6.1). They have only what a full-screen program needs and
/// what all of the family do alike.
struct EmbeddedEntry: Hashable {
  /// What the entry calls the terminal.
  let type: String
  /// The entry itself, as a value of `TERMINFO`.
  let entry: String

  // bgtop-256color|terminals of xterm's family with 256 colours,
  //   am, mir, msgr, xenl,
  //   cols#80, lines#24, it#8, colors#0x100, pairs#0x10000,
  //   bold=\E[1m, civis=\E[?25l, clear=\E[H\E[2J, cnorm=\E[?25h,
  //   cr=\r, cup=\E[%i%p1%d;%p2%dH, dim=\E[2m, ech=\E[%p1%dX,
  //   ed=\E[J, el=\E[K, el1=\E[1K, home=\E[H,
  //   op=\E[39;49m, rev=\E[7m, ritm=\E[23m, rmam=\E[?7l, rmcup=\E[?1049l, rmul=\E[24m,
  //   setab=\E[48;5;%p1%dm, setaf=\E[38;5;%p1%dm,
  //   sgr0=\E[m, sitm=\E[3m, smam=\E[?7h, smcup=\E[?1049h, smul=\E[4m,
  // swift-format-ignore
  static let colors256 = EmbeddedEntry(
    type: "bgtop-256color",
    entry: "b64:" + """
      HgI8AA8ADwBpAa8AYmd0b3AtMjU2Y29sb3J8dGVybWluYWxzIG9mIHh0ZXJtJ3MgZmFtaWx5IHdpdGggMjU2IGNvbG91cnMAAAEAAAEAAAAAAAAA\
      AAEBAFAAAAAIAAAAGAAAAP////////////////////////////////////////////////////8AAQAAAAABAP////8AAP////8CAAoADgD/////\
      EgD//yMAJwD/////LgD//////////////////////////zUAOgD//0MA////////SAD//00AUgD//1sAXwD///////9oAP//////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////bgB0AP//////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////96AP///////////////////////////////////////////////////////////////////////38A////////////////\
      //////////////////+IAP///////////////////////40A////////////////////////////////////////////////////////////////\
      //////////////////////////////////+TAKEADQAbW0gbWzJKABtbSwAbW0oAG1slaSVwMSVkOyVwMiVkSAAbW0gAG1s/MjVsABtbPzI1aAAb\
      WzFtABtbPzEwNDloABtbMm0AG1s3bQAbWzRtABtbJXAxJWRYABtbbQAbWz8xMDQ5bAAbWzI0bQAbWz83aAAbWz83bAAbWzFLABtbMzk7NDltABtb\
      M20AG1syM20AG1szODs1OyVwMSVkbQAbWzQ4OzU7JXAxJWRtAA==
      """)

  // bgtop-direct|terminals of xterm's family with any colour,
  //   RGB, colors#0x1000000,
  //   setab=\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
  //   setaf=\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
  //   use=bgtop-256color,
  // swift-format-ignore
  static let direct = EmbeddedEntry(
    type: "bgtop-direct",
    entry: "b64:" + """
      HgI5AA8ADwBpAQsBYmd0b3AtZGlyZWN0fHRlcm1pbmFscyBvZiB4dGVybSdzIGZhbWlseSB3aXRoIGFueSBjb2xvdXIAAAEAAAEAAAAAAAAAAAEB\
      UAAAAAgAAAAYAAAA/////////////////////////////////////////////////////wAAAAEAAAEA/////wAA/////wIACgAOAP////8SAP//\
      IwAnAP////8uAP//////////////////////////NQA6AP//QwD///////9IAP//TQBSAP//WwBfAP///////2gA////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////9uAHQA////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
      /////////////3oA////////////////////////////////////////////////////////////////////////fwD/////////////////////\
      /////////////4gA////////////////////////jQD/////////////////////////////////////////////////////////////////////\
      /////////////////////////////5MAzwANABtbSBtbMkoAG1tLABtbSgAbWyVpJXAxJWQ7JXAyJWRIABtbSAAbWz8yNWwAG1s/MjVoABtbMW0A\
      G1s/MTA0OWgAG1sybQAbWzdtABtbNG0AG1slcDElZFgAG1ttABtbPzEwNDlsABtbMjRtABtbPzdoABtbPzdsABtbMUsAG1szOTs0OW0AG1szbQAb\
      WzIzbQAbWzM4OzI7JXAxJXs2NTUzNn0lLyVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkbQAbWzQ4OzI7JXAxJXs2NTUzNn0l\
      LyVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkbQAAAQAAAAAAAQAEAAEAAABSR0IA
      """)
}

/// The terminfo entry of a terminal of xterm's family that shows any colour.
///
/// Installed entries for such terminals are rare, and write colours with colons, which many terminals do not read. So the
/// program brings its own, as compiled by `tic -x`, in the form that curses takes from `TERMINFO` (since 6.1). It has
/// only what a full-screen program needs and what all of the family do alike; colours are `38;2;R;G;B`.
enum EmbeddedEntry {
  static let type = "bgtop-direct"

  // bgtop-direct|terminals of xterm's family with any colour,
  //   am, mir, msgr, xenl, RGB,
  //   cols#80, lines#24, it#8, colors#0x1000000, pairs#0x10000,
  //   bel=^G, blink=\E[5m, bold=\E[1m, civis=\E[?25l, clear=\E[H\E[2J, cnorm=\E[?25h,
  //   cr=\r, csr=\E[%i%p1%d;%p2%dr, cub=\E[%p1%dD, cub1=^H, cud=\E[%p1%dB, cud1=\n, cuf=\E[%p1%dC, cuf1=\E[C,
  //   cup=\E[%i%p1%d;%p2%dH, cuu=\E[%p1%dA, cuu1=\E[A, dim=\E[2m, ech=\E[%p1%dX,
  //   ed=\E[J, el=\E[K, el1=\E[1K, home=\E[H, hpa=\E[%i%p1%dG, ind=\n,
  //   op=\E[39;49m, rev=\E[7m, ri=\EM, ritm=\E[23m, rmcup=\E[?1049l, rmam=\E[?7l, smam=\E[?7h, rmul=\E[24m,
  //   setab=\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
  //   setaf=\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
  //   sgr0=\E[m, sitm=\E[3m, smcup=\E[?1049h, smul=\E[4m, vpa=\E[%i%p1%dd,
  // swift-format-ignore
  static let entry = "b64:" + """
    HgI5AA8ADwBpAW4BYmd0b3AtZGlyZWN0fHRlcm1pbmFscyBvZiB4dGVybSdzIGZhbWlseSB3aXRoIGFueSBjb2xvdXIAAAEAAAEAAAAAAAAAAAEB\
    UAAAAAgAAAAYAAAA/////////////////////////////////////////////////////wAAAAEAAAEA//8AAAIABAD//xUAHQAhACUA//8wAEEA\
    QwBHAE4A//9QAFcA//9bAP///////////////18AZABpAP//cgD///////93AP//fACBAP//igCOAP///////5cA////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    /////////////////////////////50A////////pgCvAP//uAD////////////////////////////////BAP//zADOAP//////////////////\
    ///////////////////////////////////RANcA////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    /////////////90A////////////////////////////////////////////////////////////////////////4gD/////////////////////\
    /////////////+sA////////////////////////8AD/////////////////////////////////////////////////////////////////////\
    //////////////////////////////YAMgEHAA0AG1slaSVwMSVkOyVwMiVkcgAbW0gbWzJKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVpJXAxJWQ7\
    JXAyJWRIAAoAG1tIABtbPzI1bAAIABtbPzI1aAAbW0MAG1tBABtbNW0AG1sxbQAbWz8xMDQ5aAAbWzJtABtbN20AG1s0bQAbWyVwMSVkWAAbW20A\
    G1s/MTA0OWwAG1syNG0AG1slcDElZEIAG1slcDElZEQAG1slcDElZEMAG1slcDElZEEAG1slaSVwMSVkZAAKABtNABtbPzdoABtbPzdsABtbMUsA\
    G1szOTs0OW0AG1szbQAbWzIzbQAbWzM4OzI7JXAxJXs2NTUzNn0lLyVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkbQAbWzQ4\
    OzI7JXAxJXs2NTUzNn0lLyVkOyVwMSV7MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkbQABAAAAAAABAAQAAQAAAFJHQgA=
    """
}

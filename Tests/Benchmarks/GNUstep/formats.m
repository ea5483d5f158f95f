// How many formats a second GNUstep's NSPredicate parses, as a peer to momentum's parser.
//
// usage: formats FILE SECONDS ACCEPTED; one format a line. Only formats that it accepts are measured,
// since it writes each of its refusals to a log; they are written to ACCEPTED for the other side.
#import <Foundation/Foundation.h>
#include <time.h>

// The processor's time, as on our side.
static double now(void) { return clock() / (double)CLOCKS_PER_SEC; }

// The formats that parse, all with the same arguments: texts, which have a number as well.
static NSArray *parseAll(NSArray *formats, NSArray *arguments) {
  NSMutableArray *parsed = [NSMutableArray arrayWithCapacity: [formats count]];
  for (NSString *format in formats) {
    NS_DURING
      if ([NSPredicate predicateWithFormat: format argumentArray: arguments] != nil)
        [parsed addObject: format];
    NS_HANDLER
    NS_ENDHANDLER
  }
  return parsed;
}

int main(int argc, const char *argv[]) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  if (argc < 4) {
    fprintf(stderr, "usage: formats FILE SECONDS ACCEPTED\n");
    return 64;
  }
  NSString *path = [NSString stringWithUTF8String: argv[1]];
  NSString *text = [NSString stringWithContentsOfFile: path
                                             encoding: NSUTF8StringEncoding
                                                error: NULL];
  NSMutableArray *formats = [NSMutableArray array];
  for (NSString *line in [text componentsSeparatedByString: @"\n"])
    if ([line length] > 0) [formats addObject: line];
  if ([formats count] == 0) {
    fprintf(stderr, "no format in %s\n", argv[1]);
    return 65;
  }
  NSMutableArray *arguments = [NSMutableArray array];
  for (int i = 0; i < 64; i++) [arguments addObject: @"1"];
  NSArray *accepted = parseAll(formats, arguments);
  NSString *list = [[accepted componentsJoinedByString: @"\n"] stringByAppendingString: @"\n"];
  if (![list writeToFile: [NSString stringWithUTF8String: argv[3]]
              atomically: NO
                encoding: NSUTF8StringEncoding
                   error: NULL])
    return 74;
  // The best pass, as on our side.
  double best = INFINITY;
  double end = now() + atof(argv[2]);
  do {
    NSAutoreleasePool *passPool = [NSAutoreleasePool new];
    double start = now();
    for (int i = 0; i < 5; i++) parseAll(accepted, arguments);
    double pass = (now() - start) / 5;
    if (pass < best) best = pass;
    [passPool release];
  } while (now() < end);
  printf("%.0f formats a second, %lu of %lu accepted\n", [accepted count] / best,
         (unsigned long)[accepted count], (unsigned long)[formats count]);
  [pool release];
  return 0;
}

#import <CoreData/CoreData.h>
#import "Article.h"

static NSString *const kTagEntity = @"Tag";
static NSString *const kLostEntity = @"Tagg";  // expect: scan.unknown-entity
#define NAME_KEY @"name"

@interface NewsController : NSObject
@property (nonatomic, strong) NSManagedObjectContext *context;
@property (nonatomic, strong) NSFetchedResultsController<Article *> *results;
@property (nonatomic, copy) NSString *filterText;
@end

@implementation NewsController

- (NSArray *)articlesNamed:(NSString *)name since:(NSDate *)date {
  NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Article"];
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@ AND creationDate > %@", name, date];
  request.sortDescriptors = @[ [NSSortDescriptor sortDescriptorWithKey:@"creationDate" ascending:NO],
                               [NSSortDescriptor sortDescriptorWithKey:NAME_KEY ascending:YES selector:@selector(localizedCaseInsensitiveCompare:)] ];
  [request setFetchLimit:10];
  NSFetchRequest *wrong = [NSFetchRequest fetchRequestWithEntityName:@"Article"];
  wrong.predicate = [NSPredicate predicateWithFormat:@"titel == %@", name];  // expect: predicate.unknown-key
  [wrong setSortDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:@"created" ascending:NO]]];  // expect: scan.unknown-key
  return [self.context executeFetchRequest:request error:nil];
}

- (void)setEntityLater {
  NSFetchRequest *request = [[NSFetchRequest alloc] init];
  NSEntityDescription *entity = [NSEntityDescription entityForName:@"Attachment" inManagedObjectContext:self.context];
  [request setEntity:entity];
  [request setPredicate:[NSPredicate predicateWithFormat:@"isDownloaded == %@ AND payload != nil", @YES]];
  NSFetchRequest *other = [[NSFetchRequest alloc] init];
  other.entity = [NSEntityDescription entityForName:@"Attachment" inManagedObjectContext:self.context];
  other.predicate = [NSPredicate predicateWithFormat:@"downloaded == YES"];  // expect: predicate.unknown-key
  [NSEntityDescription entityForName:@"Attachmnt" inManagedObjectContext:self.context];  // expect: scan.unknown-entity
}

- (void)arguments:(NSInteger)count flag:(BOOL)flag name:(NSString *)name {
  NSFetchRequest *request = [Article fetchRequest];
  request.predicate = [NSPredicate predicateWithFormat:@"views > %ld AND isPinned == %@", (long)count, @(flag)];
  request.predicate = [NSPredicate predicateWithFormat:@"views > %@", @(count)];
  request.predicate = [NSPredicate predicateWithFormat:@"%K BEGINSWITH[cd] %@", @"name", name];
  request.predicate = [NSPredicate predicateWithFormat:@"name IN %@", @[@"a", @"b"]];
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@ AND views == %d" argumentArray:@[name, @3]];
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@ AND "
                                                        "views > 3", name];
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@ AND views > %d", name];  // expect: scan.missing-argument
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@", name, @2];  // expect: scan.extra-argument
  request.predicate = [NSPredicate predicateWithFormat:@"views == %@", 5];  // expect: scan.argument-type
  request.predicate = [NSPredicate predicateWithFormat:@"isPinned == %@", YES];  // expect: scan.argument-type
  request.predicate = [NSPredicate predicateWithFormat:@"views == %d", @5];  // expect: scan.argument-type
  request.predicate = [NSPredicate predicateWithFormat:@"name == '%@'", name];  // expect: scan.quoted-placeholder
  request.predicate = [NSPredicate predicateWithFormat:@"%K == %@", @"nme", name];  // expect: predicate.unknown-key
  request.predicate = [NSPredicate predicateWithFormat:@"name == %@ AND (views > 3", name];  // expect: predicate.syntax
}

- (void)compound {
  NSPredicate *first = [NSPredicate predicateWithFormat:@"name != nil"];
  NSPredicate *second = [NSPredicate predicateWithFormat:@"heading != nil"];  // expect: predicate.unknown-key
  NSMutableArray *predicates = [NSMutableArray array];
  [predicates addObject:first];
  [predicates addObject:[NSPredicate predicateWithFormat:@"views > 1"]];
  NSFetchRequest<Article *> *request = [Article fetchRequest];
  request.predicate = [NSCompoundPredicate andPredicateWithSubpredicates:@[first, second]];
  self.results.fetchRequest.predicate = [NSPredicate predicateWithFormat:@"name CONTAINS %@", self.filterText];
  self.results.fetchRequest.predicate = [NSPredicate predicateWithFormat:@"text CONTAINS %@", self.filterText];  // expect: predicate.unknown-key
  NSFetchedResultsController *controller = [[NSFetchedResultsController alloc] initWithFetchRequest:request managedObjectContext:self.context sectionNameKeyPath:@"category.name" cacheName:nil];
  controller = [[NSFetchedResultsController alloc] initWithFetchRequest:request managedObjectContext:self.context sectionNameKeyPath:@"category.titel" cacheName:nil];  // expect: scan.unknown-key
}

- (void)objects {
  Article *article = [NSEntityDescription insertNewObjectForEntityForName:@"Article" inManagedObjectContext:self.context];
  [article setValue:@"News" forKey:@"name"];
  [article setValue:@3 forKey:@"views"];
  [article setValue:@"three" forKey:@"views"];  // expect: scan.value-type
  [article setValue:[NSDate date] forKey:@"creation"];  // expect: scan.unknown-key
  NSString *name = [article valueForKey:@"name"];
  name = [article valueForKeyPath:@"author.email"];
  [[article mutableSetValueForKey:@"tags"] removeAllObjects];
  [[article mutableSetValueForKey:@"author"] removeAllObjects];  // expect: scan.key-kind
  NSManagedObject *person = [NSEntityDescription insertNewObjectForEntityForName:@"Person" inManagedObjectContext:self.context];  // expect: scan.abstract-entity
  [person setValue:name forKey:@"email"];
  [NSFetchRequest fetchRequestWithEntityName:kTagEntity];
  [NSFetchRequest fetchRequestWithEntityName:kLostEntity];
  [self setValue:@"x" forKey:@"filterText"];
  [[NSUserDefaults standardUserDefaults] setValue:@1 forKey:@"launchCount"];
}

- (NSArray *)memory:(NSArray *)rows {
  NSPredicate *predicate = [NSPredicate predicateWithFormat:@"surname == 'x'"];
  rows = [rows filteredArrayUsingPredicate:predicate];
  rows = [rows sortedArrayUsingDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:@"shoeSize" ascending:YES]]];
  BOOL matches = [[NSPredicate predicateWithFormat:@"SELF MATCHES %@", @"[a-z]+"] evaluateWithObject:@"abc"];
  NSFetchRequest *history = [NSPersistentHistoryTransaction fetchRequest];
  history.predicate = [NSPredicate predicateWithFormat:@"author != %@", @"app"];
  // momentum:disable:next predicate.unknown-key
  [Article fetchRequest].predicate = [NSPredicate predicateWithFormat:@"plugin == 1"];
  return matches ? rows : @[];
}

- (void)templates:(NSManagedObjectModel *)model {
  [model fetchRequestTemplateForName:@"bigAttachments"];
  [model fetchRequestTemplateForName:@"smallAttachments"];  // expect: scan.unknown-fetch-request
  [model fetchRequestFromTemplateWithName:@"latest" substitutionVariables:@{ @"SINCE" : [NSDate date], @"WORDS" : @"a" }];
  [model fetchRequestFromTemplateWithName:@"latest" substitutionVariables:@{ @"SINCE" : [NSDate date] }];  // expect: scan.missing-variable
}

- (void)sorting {
  NSFetchRequest *request = [Article fetchRequest];
  request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"tags.name" ascending:YES]];  // expect: scan.sort-to-many
  request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"name" ascending:YES selector:@selector(compareNames:)]];  // expect: scan.sort-selector
  request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"name" ascending:YES comparator:^(id a, id b) { return NSOrderedSame; }]];  // expect: scan.sort-block
  NSSortDescriptor *byName = [[NSSortDescriptor alloc] initWithKey:@"name" ascending:YES];
  NSArray *descriptors = [NSArray arrayWithObjects:byName, nil];
  [request setSortDescriptors:descriptors];
  request.relationshipKeyPathsForPrefetching = @[@"author", @"tags"];
  request.propertiesToFetch = @[@"name", @"heading"];  // expect: scan.unknown-key
}

- (void)views:(NSArrayController *)rows {
  rows.filterPredicate = [NSPredicate predicateWithFormat:@"isChecked == YES"];
  [[self listView] setSortDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:@"columnTitle" ascending:YES]]];
  self.listView.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"columnTitle" ascending:YES]];
}

@end

#!/usr/bin/env python3
"""Writes Garage.cdm, the compiled form of Garage.xcmappingmodel, from the list below, and into the editor's file
the copies of both models that the editor keeps there.

The list follows what was observed in a mapping model of which both forms are public: names of mappings, kinds,
what stands for an expression that the editor leaves out, the order of properties. It shares no code with
Momentum, so that its compiler of mapping models is held against another writing of these rules.
"""
import base64, os, plistlib, re, sys

here = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(here, "..", "Stores"))
from complete import Model

ADD, COPY = 2, 4
source = lambda path: ("path", path)
by_mapping = lambda name, value: ("manager", "destinationInstancesForEntityMappingNamed:sourceInstances:", name, value)
by_relationship = lambda name: ("manager", "destinationInstancesForSourceRelationshipNamed:sourceInstances:", name,
                                source(name))
car = [("importedAt", ("now",)), ("oldPath", source("objectID.URIRepresentation.path")),
       ("ownerName", source("owner.name")), ("price", source("price")), ("seller", ("constant", "Unknown")),
       ("title", source("label"))]
car_links = [("owner", by_mapping("PersonToPerson", source("owner"))),
             ("photo", by_mapping("PhotoToPhoto", source("photo"))),
             ("previousOwners", by_mapping("PersonToPerson", source("owner"))),
             ("tags", by_mapping("TagToTag", source("tags")))]
# name, kind, source, destination, filter, attributes, relationships
MAPPINGS = [
    ("PersonToPerson", COPY, "Person", "Person", None, [("name", source("name")), ("nickname", None)],
     [("cars", by_relationship("cars")),
      # Written by hand in the editor; the links are those of another relationship.
      ("previousCars", by_relationship("cars"))]),
    ("CarToCar", COPY, "Car", "Car", None, car, car_links),
    ("SportCarToSportCar", COPY, "SportCar", "SportCar", None, [("boost", source("boost"))] + car, car_links),
    ("TagToTag", COPY, "Tag", "Tag", None, [("word", source("word"))], [("cars", by_relationship("cars"))]),
    ("PhotoToPhoto", COPY, "Photo", "Photo", None, [("width", source("width"))], [("car", by_relationship("car"))]),
    ("NoteToNote", COPY, "Note", "Note", None, [("text", source("text"))],
     [("attachments", by_mapping("NoteToAttachment", ("variable", "source")))]),
    ("NoteToAttachment", COPY, "Note", "Attachment", "image != nil", [("image", source("image"))],
     [("note", by_mapping("NoteToNote", ("variable", "source")))]),
    ("Maker", ADD, None, "Maker", None, [("name", None)], []),
]

objects, classes = ["$null"], {}


def archive(root):
    return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": root},
                           "$objects": objects}, fmt=plistlib.FMT_BINARY)


def add(value):
    objects.append(value)
    return plistlib.UID(len(objects) - 1)


def made(name, **members):
    if name not in classes: classes[name] = add({"$classname": name, "$classes": [name, "NSObject"]})
    return add({"$class": classes[name], **members})


def array(items): return made("NSArray", **{"NS.objects": items})


def function(operand, selector, arguments):
    return made("NSFunctionExpression", NSExpressionType=4, NSOperand=operand, NSSelectorName=add(selector),
                NSArguments=array(arguments))


def variable(name): return made("NSVariableExpression", NSExpressionType=2, NSVariable=add(name))


def constant(value): return made("NSConstantValueExpression", NSExpressionType=0, NSConstantValue=add(value))


def key_path(operand, path):
    specifier = made("NSKeyPathSpecifierExpression", NSExpressionType=10, NSKeyPath=add(path))
    return made("NSKeyPathExpression", NSExpressionType=4, NSOperand=operand, NSSelectorName=add("valueForKeyPath:"),
                NSArguments=array([specifier]))


def expression(node):
    if node is None: return plistlib.UID(0)
    kind = node[0]
    if kind == "path": return key_path(variable("source"), node[1])
    if kind == "variable": return variable(node[1])
    if kind == "constant": return constant(node[1])
    if kind == "manager": return function(variable("manager"), node[1], [constant(node[2]), expression(node[3])])
    utilities = made("NSConstantValueExpression", NSExpressionType=0,
                     NSConstantValueClassName=add("_NSPredicateUtilities"))
    return function(utilities, "now", [])


def fetch(entity, condition):
    if entity is None: return plistlib.UID(0)
    request = function(variable("manager"), "fetchRequestForSourceEntityNamed:predicateString:",
                       [constant(entity), constant(condition or "TRUEPREDICATE")])
    return made("NSFetchRequestExpression", NSExpressionType=50, NSFRExpression=request,
                NSMOCExpression=key_path(variable("manager"), "sourceContext"), NSCountOnlyFlag=False)


def properties(pairs):
    return array([made("NSPropertyMapping", NSDestinationPropertyName=add(name), NSValueExpression=expression(value),
                       NSPropertyTransforms=plistlib.UID(0), NSUserInfo=plistlib.UID(0)) for name, value in pairs])


bundle = os.path.join(here, "Garage.xcdatamodeld")
old = Model(os.path.join(bundle, "Garage.xcdatamodel", "contents"))
new = Model(os.path.join(bundle, "Garage 2.xcdatamodel", "contents"))
named = lambda name: add(name) if name else plistlib.UID(0)
hashed = lambda model, name: add(model.hash(name)) if name else plistlib.UID(0)
mappings = array([
    made("NSEntityMapping", NSMappingName=add(name), NSMappingType=kind, NSSourceEntityName=named(from_entity),
         NSDestinationEntityName=named(to_entity), NSSourceEntityVersionHash=hashed(old, from_entity),
         NSDestinationEntityVersionHash=hashed(new, to_entity), NSSourceExpression=fetch(from_entity, condition),
         NSEntityMigrationPolicyClassName=plistlib.UID(0), NSUserInfo=plistlib.UID(0),
         NSAttributeMappings=properties(attributes), NSRelationshipMappings=properties(relationships))
    for name, kind, from_entity, to_entity, condition, attributes, relationships in MAPPINGS])
root = made("NSMappingModel", NSEntityMappings=mappings)
with open(os.path.join(here, "Garage.cdm"), "wb") as file: file.write(archive(root))


def bucket(pairs):
    return made("NSMutableDictionary", **{"NS.keys": [add(name) for name, _ in pairs],
                                          "NS.objects": [value for _, value in pairs]})


def editor_copy(model):
    """The editor's own objects for a model, by the keys seen in its files; a sub-entity refers to its parent."""
    objects[1:] = []
    classes.clear()
    places = {name: add(None) for name in model.entities}
    for name, entity in model.entities.items():
        kinds = {"attribute": "XDPMAttribute", "relationship": "XDPMRelationship"}
        owned = [(p.get("name"), made(kinds[p.tag], _name=add(p.get("name")), _owner=places[name]))
                 for p in entity if p.tag in kinds]
        parent = entity.get("parentEntity")
        general = [made("XDUMLGeneralizationImp", _specific=places[name], _general=places[parent])] if parent else []
        objects[places[name].data] = {
            "$class": objects[made("XDPMEntity").data]["$class"], "_name": add(name),
            "XDBucketForOwnedAttributesstorage": bucket(owned),
            "XDBucketForGeneralizationsstorage": made("NSMutableArray", **{"NS.objects": general})}
    package = made("XDModelPackage", _name=add(""), XDBucketForClassesstorage=bucket(list(places.items())))
    return base64.b64encode(archive(made("XDPMModel", _xd_rootPackage=package))).decode()


path = os.path.join(here, "Garage.xcmappingmodel", "xcmapping.xml")
with open(path, encoding="utf-8") as file: text = file.read()
for name, model in (("source", old), ("destination", new)):
    line = f'<attribute name="{name}modeldata" type="binary">{editor_copy(model)}</attribute>\n        '
    text = re.sub(rf'<attribute name="{name}modeldata".*?</attribute>\s*', "", text)
    text = text.replace(f'<attribute name="{name}modelpath"', line + f'<attribute name="{name}modelpath"')
with open(path, "w", encoding="utf-8") as file: file.write(text)

#!/usr/bin/env python3
"""Works out what no hand writes in a store's script: version hashes, digests, metadata and the kept model.

usage: complete.py [FOLDER ...]      all folders beside this file, if none is given

Reads kept.xml, or model.xml where there is none, writes the hashes into metadata.json and blobs.sql, which
fills Z_METADATA and Z_MODELCACHE. It shares no code with Momentum, so that a test that reads such a store with
Momentum holds two writings of the rules against each other: those of version hashes were confirmed on 34,655
hashes of public stores, the keys of the archive were read off some 100 kept models.
"""
import base64, hashlib, json, os, plistlib, struct, sys, zlib
import xml.etree.ElementTree as ET

TYPES = {"Integer 16": 100, "Integer 32": 200, "Integer 64": 300, "Decimal": 400, "Double": 500, "Float": 600,
         "String": 700, "Boolean": 800, "Date": 900, "Binary": 1000, "UUID": 1100, "URI": 1200,
         "Transformable": 1800, "Composite": 2100}
RULES = {"No Action": 0, "Nullify": 1, "Cascade": 2, "Deny": 3}
yes = lambda element, name: element.get(name) == "YES"
sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()


class Model:
    def __init__(self, path):
        root = ET.parse(path).getroot()
        self.identifiers = [root.get("userDefinedModelVersionIdentifier", "")]
        self.entities = {e.get("name"): e for e in root.findall("entity")}
        self.composites = {c.get("name"): c for c in root.findall("composite")}

    def properties(self, entity):
        """Inherited ones too."""
        own = [p for p in entity if p.tag in ("attribute", "relationship")]
        parent = self.entities.get(entity.get("parentEntity"))
        return own + (self.properties(parent) if parent is not None else [])

    # Version hashes

    def hash(self, name):
        entity = self.entities[name]
        parts = [name.encode(), bytes([yes(entity, "isAbstract")])]
        if entity.get("parentEntity"): parts.append(self.hash(entity.get("parentEntity")))
        for p in sorted(self.properties(entity), key=lambda p: p.get("name")):
            if not yes(p, "transient"): parts.append(self.property_hash(p, name))
        parts.append((entity.get("versionHashModifier") or "").encode())
        unique = [".".join(c.get("value") for c in u.iter("constraint"))
                  for u in entity.iter("uniquenessConstraint")]
        return sha(*parts, *[u.encode() for u in sorted(unique)])

    def property_hash(self, p, owner=None):
        name = p.get("name").encode()
        if yes(p, "derived"): return sha(self.printed(p.get("derivationExpression")).encode())
        if p.get("attributeType") == "Composite":
            elements = self.composites[p.get("composite")]
            return sha(*[self.property_hash(e) for e in sorted(elements, key=lambda e: e.get("name"))])
        base = sha(name, struct.pack("<H", yes(p, "optional")), (p.get("versionHashModifier") or "").encode())
        if p.tag == "attribute":
            flags = b"\x01" * (yes(p, "allowsExternalBinaryDataStorage") + yes(p, "preserveAfterDeletion"))
            return sha(base, struct.pack("<i", TYPES[p.get("attributeType")]), flags)
        is_own = (p.get("inverseName"), p.get("inverseEntity")) == (p.get("name"), owner)
        inverse = b"" if is_own else (p.get("inverseName") or "").encode()
        most = int(p.get("maxCount") or (0 if yes(p, "toMany") else 1))
        counts = struct.pack("<ii", most, int(p.get("minCount") or 0))
        return sha(base, p.get("destinationEntity").encode(), inverse, counts,
                   struct.pack("<H", 1) if yes(p, "ordered") else b"")

    @staticmethod
    def printed(expression):
        return f"count:({expression[:-7]})" if expression.endswith(".@count") else expression

    # The kept model

    def archive(self):
        objects, classes = ["$null"], {}
        uid = plistlib.UID

        def add(value):
            objects.append(value)
            return uid(len(objects) - 1)

        def of(name):
            if name not in classes: classes[name] = add({"$classname": name, "$classes": [name, "NSObject"]})
            return classes[name]

        def array(items): return add({"$class": of("NSArray"), "NS.objects": items})

        def dictionary(pairs):
            return add({"$class": of("NSMutableDictionary"), "NS.keys": [add(k) for k, _ in pairs],
                        "NS.objects": [v for _, v in pairs]})

        def key_path(path):
            specifier = add({"$class": of("NSKeyPathSpecifierExpression"), "NSKeyPath": add(path)})
            return add({"$class": of("NSKeyPathExpression"), "NSArguments": array([specifier]),
                        "NSOperand": add({"$class": of("NSSelfExpression")})})

        def attribute(p):
            made = {"$class": of("NSAttributeDescription"), "NSPropertyName": add(p.get("name")),
                    "NSAttributeType": TYPES[p.get("attributeType")], "NSIsOptional": yes(p, "optional"),
                    "NSFlagsKey": 4 * yes(p, "allowsExternalBinaryDataStorage") + 16 * yes(p, "preserveAfterDeletion")}
            if yes(p, "transient"): made["NSIsTransient"] = True
            if yes(p, "indexed"): made["NSIsIndexed"] = True
            if p.get("elementID"): made["NSRenamingIdentifier"] = add(p.get("elementID"))
            if p.get("attributeType") == "Composite":
                made["$class"] = of("NSCompositeAttributeDescription")
                made["NSElements"] = array([add(attribute(e)) for e in self.composites[p.get("composite")]])
            if yes(p, "derived"):
                relationship = p.get("derivationExpression")[:-7]
                made["$class"] = of("NSDerivedAttributeDescription")
                made["NSDerivationExpression"] = add({
                    "$class": of("NSFunctionExpression"), "NSSelectorName": add("count:"),
                    "NSArguments": array([key_path(relationship)])})
            default = p.get("defaultValueString")
            if default is not None:
                made["NSDefaultValue"] = add(default if p.get("attributeType") == "String" else
                                             default == "YES" if default in ("YES", "NO") else float(default)
                                             if p.get("attributeType") in ("Double", "Float") else int(default))
            return made

        places = {name: add(None) for name in self.entities}
        links = {(n, p.get("name")): add(None) for n, e in self.entities.items() for p in e.findall("relationship")}
        for name, entity in self.entities.items():
            pairs = []
            for p in self.properties(entity):
                if p.tag == "attribute": pairs.append((p.get("name"), add(attribute(p))))
                elif (name, p.get("name")) in links:
                    inverse = links.get((p.get("inverseEntity"), p.get("inverseName")), uid(0))
                    place = links[(name, p.get("name"))]
                    objects[place.data] = {
                        "$class": of("NSRelationshipDescription"), "NSPropertyName": add(p.get("name")),
                        "NSEntity": places[name], "NSDestinationEntity": places[p.get("destinationEntity")],
                        "_NSDestinationEntityName": add(p.get("destinationEntity")),
                        "NSInverseRelationship": inverse, "NSIsOptional": yes(p, "optional"),
                        "NSMaxCount": int(p.get("maxCount") or (0 if yes(p, "toMany") else 1)),
                        "NSMinCount": int(p.get("minCount") or 0), "NSIsOrdered": yes(p, "ordered"),
                        "NSDeleteRule": RULES[p.get("deletionRule")]}
                    pairs.append((p.get("name"), place))
                else:
                    proxy = {"$class": of("_NSPropertyDescriptionProxy"), "NSEntityDescription": places[name]}
                    pairs.append((p.get("name"), add(proxy)))
            parent = entity.get("parentEntity")
            indexes = [add({"$class": of("NSFetchIndexDescription"), "NSIndexName": add(i.get("name")),
                            "NSPartialIndexPredicate": uid(0),
                            "NSIndexElements": array([add({
                                "$class": of("NSFetchIndexElementDescription"), "NSFetchIndexElementType": 0,
                                "NSPropertyName": add(x.get("property")),
                                "NSAscending": x.get("order") != "descending"}) for x in i])})
                       for i in entity.findall("fetchIndex")]
            objects[places[name].data] = {
                "$class": of("NSEntityDescription"), "NSEntityName": add(name), "NSProperties": dictionary(pairs),
                "NSClassNameForEntity": add("NSManagedObject"), "NSIsAbstract": yes(entity, "isAbstract"),
                "NSSuperentity": places[parent] if parent else uid(0),
                "NSRenamingIdentifier": add(entity.get("elementID") or name),
                "NSFetchIndexDescriptions": array(indexes),
                "NSUniqueTuples": array([array([add(c.get("value")) for c in u.iter("constraint")])
                                         for u in entity.iter("uniquenessConstraint")]),
                "NSCompoundIndexes": array([array([add(c.get("value")) for c in u.iter("index")])
                                            for u in entity.iter("compoundIndex")])}
        names = sorted(self.entities)
        strategy = add({"$class": of("NSKnownKeysMappingStrategy1"), "length": len(names),
                        "keys": array([add(n) for n in names])})
        known = add({"$class": of("NSKnownKeysDictionary1"), "searchMapping": strategy,
                     "values": array([places[n] for n in names])})
        root = add({"$class": of("NSManagedObjectModel"), "NSEntities": known, "NSFetchRequestTemplates": uid(0),
                    "NSVersionIdentifiers": array([add(i) for i in self.identifiers])})
        return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": root},
                               "$objects": objects}, fmt=plistlib.FMT_BINARY)


def complete(folder):
    kept = os.path.join(folder, "kept.xml")
    model = Model(kept if os.path.exists(kept) else os.path.join(folder, "model.xml"))
    path = os.path.join(folder, "metadata.json")
    with open(path, encoding="utf-8") as file: metadata = json.load(file)
    framework = metadata["NSPersistenceFrameworkVersion"]
    hashes = {name: model.hash(name) for name in sorted(model.entities)}
    metadata["NSStoreModelVersionIdentifiers"] = model.identifiers
    metadata["NSStoreModelVersionHashes"] = {name: value.hex() for name, value in hashes.items()}
    if framework >= 866:
        all_names = b"".join(name.encode() + value for name, value in hashes.items())
        metadata["NSStoreModelVersionHashesDigest"] = base64.b64encode(hashlib.sha512(all_names).digest()).decode()
    if framework >= 1344:
        metadata["NSStoreModelVersionChecksumKey"] = base64.b64encode(sha(*hashes.values())).decode()
    with open(path, "w", encoding="utf-8") as file: file.write(json.dumps(metadata, indent=1, sort_keys=True) + "\n")

    members = {k: v for k, v in metadata.items() if k not in ("Z_UUID", "Z_VERSION")}
    members["NSStoreModelVersionHashes"] = hashes
    plist = plistlib.dumps(members, fmt=plistlib.FMT_BINARY).hex()
    lines = [f"INSERT INTO Z_METADATA VALUES (1, '{metadata['Z_UUID']}', x'{plist}');"]
    if framework >= 637:
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        content = (deflate.compress(model.archive()) + deflate.flush()).hex()
        lines.append(f"INSERT INTO Z_MODELCACHE VALUES (x'{content}');")
    with open(os.path.join(folder, "blobs.sql"), "w", encoding="utf-8") as file: file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    folders = sys.argv[1:] or [os.path.join(here, n) for n in sorted(os.listdir(here))
                               if os.path.isdir(os.path.join(here, n))]
    for folder in folders: complete(folder)

/// A small model with everything in it that Xcode writes.
let sampleModel = """
  <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
  <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">
      <entity name="Café" representedClassName=".Café" syncable="YES" codeGenerationType="class">
          <attribute name="title" optional="YES" attributeType="String" defaultValueString="a &amp; b"/>
          <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
          <relationship name="guests" toMany="YES" deletionRule="Cascade" destinationEntity="Guest" inverseName="café" inverseEntity="Guest"/>
          <fetchedProperty name="same" optional="YES">
              <fetchRequest name="fetchedPropertyFetchRequest" entity="Café" predicateString="title == &quot;x&quot;"/>
          </fetchedProperty>
          <fetchIndex name="byTitle">
              <fetchIndexElement property="title" type="Binary" order="ascending"/>
          </fetchIndex>
          <uniquenessConstraints>
              <uniquenessConstraint>
                  <constraint value="title"/>
              </uniquenessConstraint>
          </uniquenessConstraints>
          <userInfo>
              <entry key="k" value="v"/>
          </userInfo>
      </entity>
      <entity name="Guest">
          <attribute name="size" attributeType="Integer 16" derived="YES" derivationExpression="café.title"/>
          <relationship name="café" maxCount="1" destinationEntity="Café" inverseName="guests" inverseEntity="Café"/>
          <compoundIndexes>
              <compoundIndex>
                  <index value="size"/>
              </compoundIndex>
          </compoundIndexes>
      </entity>
      <fetchRequest name="all" entity="Guest" predicateString="size &gt; $SIZE"/>
      <configuration name="Cloud">
          <memberEntity name="Guest"/>
      </configuration>
      <composite name="Place">
          <attribute name="x" attributeType="Double"/>
      </composite>
      <elements>
          <element name="Guest" positionX="0" positionY="-9" width="128" height="90"/>
      </elements>
  </model>

  """

package io.keelson.ee.rest.shop;

import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;

/** Text that is written on something. */
@XmlRootElement
public class Label {
    @XmlAttribute
    String language;

    @XmlValue
    String text;
}

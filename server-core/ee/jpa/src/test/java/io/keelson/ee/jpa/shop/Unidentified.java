package io.keelson.ee.jpa.shop;

import jakarta.persistence.Entity;

/** An entity without an id. */
@Entity
public class Unidentified {
    String name;
}

package io.keelson.ee.jpa.model;

import jakarta.persistence.Entity;

/** An entity without an id. */
@Entity
public class NoIdentity {
    String name;
}

package io.keelson.ee.jpa.shop;

import jakarta.persistence.PrePersist;

/** An entity listener. */
public class Stamping {
    @PrePersist
    void stamp(Item item) {
        item.stamp("stamped");
    }
}

package io.keelson.ee.jpa.trade;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;

/** A superclass of entities that leaves the identifier and its generator open. */
@MappedSuperclass
public abstract class Numbered<T extends Serializable> {
    @Id
    @GeneratedValue
    private T id;

    T getId() {
        return id;
    }
}

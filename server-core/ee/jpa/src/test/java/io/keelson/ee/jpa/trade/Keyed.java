package io.keelson.ee.jpa.trade;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.io.Serializable;

/** A superclass of entities that leaves the type of the identifier open. */
@MappedSuperclass
public abstract class Keyed<T extends Serializable> {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    private T id;

    T getId() {
        return id;
    }
}

package io.keelson.ejb.renew;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** A row. */
@Entity
public class Item {
    @Id
    @GeneratedValue
    private long id;

    private String text;

    protected Item() {}

    public Item(String text) {
        this.text = text;
    }
}

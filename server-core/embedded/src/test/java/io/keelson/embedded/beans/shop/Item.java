package io.keelson.embedded.beans.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity. */
@Entity
public class Item {
    @Id
    @GeneratedValue
    private Long id;

    private String title;

    /** For the provider. */
    protected Item() {}

    /** Makes one. */
    public Item(String title) {
        this.title = title;
    }

    /** Returns its key. */
    public Long id() {
        return id;
    }

    /** Returns its title. */
    public String title() {
        return title;
    }
}

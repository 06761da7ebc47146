package io.keelson.ee.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** A picture of an item, which is loaded when somebody asks for it. */
@Entity
public class Picture {
    @Id
    @GeneratedValue
    private Long id;

    @OneToOne(fetch = FetchType.LAZY)
    private Item item;

    protected Picture() {}

    Picture(Item item) {
        this.item = item;
    }

    Long getId() {
        return id;
    }

    Item getItem() {
        return item;
    }
}

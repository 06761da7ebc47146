package io.keelson.ee.validation.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/** Something with a number. */
@Entity
public class Item {
    @Id
    @Sold
    private String number;

    @NotBlank
    @Size(max = 5)
    private String title;

    /** Made by the persistence provider. */
    protected Item() {}

    /** Makes one. */
    public Item(String number, String title) {
        this.number = number;
        this.title = title;
    }
}

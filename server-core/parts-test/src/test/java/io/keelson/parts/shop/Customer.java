package io.keelson.parts.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Who buys. */
@Entity
public class Customer {
    @Id
    private String name;

    protected Customer() {}

    public Customer(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}

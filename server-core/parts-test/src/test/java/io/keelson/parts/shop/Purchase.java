package io.keelson.parts.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** What somebody bought. The customer is loaded when it is looked at: until then it is a proxy. */
@Entity
public class Purchase {
    @Id
    @GeneratedValue
    private Long id;

    private String item;

    @ManyToOne(fetch = FetchType.LAZY)
    private Customer customer;

    protected Purchase() {}

    public Purchase(Customer customer, String item) {
        this.customer = customer;
        this.item = item;
    }

    public Customer getCustomer() {
        return customer;
    }

    public String getItem() {
        return item;
    }
}

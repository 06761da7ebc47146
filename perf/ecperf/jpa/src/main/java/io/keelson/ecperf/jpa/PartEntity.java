package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Part;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of c_part. */
@Entity
@Table(name = "c_part")
public class PartEntity implements Part {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "name")
    private String name;

    @Column(name = "price")
    private long price;

    @Column(name = "supplier")
    private long supplier;

    @Column(name = "lot")
    private int lot;

    /** For the provider. */
    protected PartEntity() {}

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getPrice() {
        return price;
    }

    @Override
    public long getSupplier() {
        return supplier;
    }

    @Override
    public int getLot() {
        return lot;
    }
}

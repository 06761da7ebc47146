package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.BillLine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of m_bom. */
@Entity
@Table(name = "m_bom")
public class BillLineEntity implements BillLine {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "assembly")
    private long assembly;

    @Column(name = "component")
    private long component;

    @Column(name = "quantity")
    private int quantity;

    /** For the provider. */
    protected BillLineEntity() {}

    @Override
    public long getComponent() {
        return component;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }
}

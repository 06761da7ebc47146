package io.keelson.ecperf.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of s_orphan. */
@Entity
@Table(name = "s_orphan")
public class OrphanEntity {
    @Id
    private long id;

    @Column(name = "purchase_order")
    private long purchaseOrder;

    /** For the provider. */
    protected OrphanEntity() {}

    /** With its values. */
    OrphanEntity(long id, long purchaseOrder) {
        this.id = id;
        this.purchaseOrder = purchaseOrder;
    }

    /** Key. */
    public long getId() {
        return id;
    }

    /** The key that the supplier gave. */
    public long getPurchaseOrder() {
        return purchaseOrder;
    }
}

package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.PurchaseOrder;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of s_purchase_order. */
@Entity
@Table(name = "s_purchase_order")
public class PurchaseOrderEntity implements PurchaseOrder {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "supplier")
    private long supplier;

    @Column(name = "work_order")
    private long workOrder;

    @Column(name = "sent")
    private int sent;

    @Version
    private int version;

    /** For the provider. */
    protected PurchaseOrderEntity() {}

    /** With its values. */
    PurchaseOrderEntity(long id, long supplier, long workOrder) {
        this.id = id;
        this.supplier = supplier;
        this.workOrder = workOrder;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getSupplier() {
        return supplier;
    }

    @Override
    public int getSent() {
        return sent;
    }

    @Override
    public void setSent(int sent) {
        this.sent = sent;
    }
}

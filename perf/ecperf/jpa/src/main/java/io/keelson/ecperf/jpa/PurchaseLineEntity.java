package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.PurchaseLine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of s_purchase_orderline. */
@Entity
@Table(name = "s_purchase_orderline")
public class PurchaseLineEntity implements PurchaseLine {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "purchase_order")
    private long purchaseOrder;

    @Column(name = "part")
    private long part;

    @Column(name = "quantity")
    private int quantity;

    @Column(name = "outstanding")
    private int outstanding;

    @Version
    private int version;

    /** For the provider. */
    protected PurchaseLineEntity() {}

    /** With its values. */
    PurchaseLineEntity(long id, long purchaseOrder, long part, int quantity, int outstanding) {
        this.id = id;
        this.purchaseOrder = purchaseOrder;
        this.part = part;
        this.quantity = quantity;
        this.outstanding = outstanding;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getPart() {
        return part;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }

    @Override
    public int getOutstanding() {
        return outstanding;
    }

    @Override
    public void setOutstanding(int outstanding) {
        this.outstanding = outstanding;
    }
}

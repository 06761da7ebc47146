package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.LargeOrder;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of m_largeorder. */
@Entity
@Table(name = "m_largeorder")
public class LargeOrderEntity implements LargeOrder {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "order_id")
    private long orderId;

    @Column(name = "assembly")
    private long assembly;

    @Column(name = "quantity")
    private int quantity;

    @Column(name = "status")
    private int status;

    @Version
    private int version;

    /** For the provider. */
    protected LargeOrderEntity() {}

    /** With its values. */
    LargeOrderEntity(long id, long orderId, long assembly, int quantity, int status) {
        this.id = id;
        this.orderId = orderId;
        this.assembly = assembly;
        this.quantity = quantity;
        this.status = status;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getOrder() {
        return orderId;
    }

    @Override
    public long getAssembly() {
        return assembly;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(int status) {
        this.status = status;
    }
}

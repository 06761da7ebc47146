package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.OrderLine;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of o_orderline. */
@Entity
@Table(name = "o_orderline")
public class OrderLineEntity implements OrderLine {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "order_id")
    private long orderId;

    @Column(name = "part")
    private long part;

    @Column(name = "quantity")
    private int quantity;

    @Column(name = "amount")
    private long amount;

    @Version
    private int version;

    /** For the provider. */
    protected OrderLineEntity() {}

    /** With its values. */
    OrderLineEntity(long id, long orderId, long part, int quantity, long amount) {
        this.id = id;
        this.orderId = orderId;
        this.part = part;
        this.quantity = quantity;
        this.amount = amount;
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
    public long getPart() {
        return part;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }

    @Override
    public void setQuantity(int quantity) {
        this.quantity = quantity;
    }

    @Override
    public long getAmount() {
        return amount;
    }

    @Override
    public void setAmount(long amount) {
        this.amount = amount;
    }
}

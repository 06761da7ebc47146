package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Order;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of o_order. */
@Entity
@Table(name = "o_order")
public class OrderEntity implements Order {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "customer")
    private long customer;

    @Column(name = "line_count")
    private int lineCount;

    @Column(name = "gross")
    private long gross;

    @Column(name = "discount_percent")
    private int discountPercent;

    @Column(name = "total")
    private long total;

    @Column(name = "status")
    private int status;

    @Version
    private int version;

    /** For the provider. */
    protected OrderEntity() {}

    /** With its values. */
    OrderEntity(long id, long customer, int status) {
        this.id = id;
        this.customer = customer;
        this.status = status;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getCustomer() {
        return customer;
    }

    @Override
    public int getLineCount() {
        return lineCount;
    }

    @Override
    public void setLineCount(int lineCount) {
        this.lineCount = lineCount;
    }

    @Override
    public long getGross() {
        return gross;
    }

    @Override
    public void setGross(long gross) {
        this.gross = gross;
    }

    @Override
    public int getDiscountPercent() {
        return discountPercent;
    }

    @Override
    public void setDiscountPercent(int discountPercent) {
        this.discountPercent = discountPercent;
    }

    @Override
    public long getTotal() {
        return total;
    }

    @Override
    public void setTotal(long total) {
        this.total = total;
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

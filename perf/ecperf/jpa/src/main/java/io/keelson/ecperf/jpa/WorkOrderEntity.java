package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.WorkOrder;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of m_workorder. */
@Entity
@Table(name = "m_workorder")
public class WorkOrderEntity implements WorkOrder {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "assembly")
    private long assembly;

    @Column(name = "quantity")
    private int quantity;

    @Column(name = "large_order")
    private long largeOrder;

    @Column(name = "status")
    private int status;

    @Version
    private int version;

    /** For the provider. */
    protected WorkOrderEntity() {}

    /** With its values. */
    WorkOrderEntity(long id, long assembly, int quantity, long largeOrder, int status) {
        this.id = id;
        this.assembly = assembly;
        this.quantity = quantity;
        this.largeOrder = largeOrder;
        this.status = status;
    }

    @Override
    public long getId() {
        return id;
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
    public long getLargeOrder() {
        return largeOrder;
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

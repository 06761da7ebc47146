package io.keelson.ecperf.cmp;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;

/** An entity bean whose container does everything. The field {@code key} is the primary key. */
public abstract class CmpBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    /** Primary key. */
    public abstract Long getKey();

    /** Sets the primary key, while the bean is created. */
    public abstract void setKey(Long key);

    /** Key. */
    public long getId() {
        return getKey();
    }

    @Override
    public void setEntityContext(EntityContext context) {
        // not needed
    }

    @Override
    public void unsetEntityContext() {
        // not needed
    }

    @Override
    public void ejbActivate() {
        // nothing is kept outside of the fields
    }

    @Override
    public void ejbPassivate() {
        // nothing is kept outside of the fields
    }

    @Override
    public void ejbLoad() {
        // the container has loaded
    }

    @Override
    public void ejbStore() {
        // the container stores
    }

    @Override
    public void ejbRemove() {
        // the container removes
    }
}

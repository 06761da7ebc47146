package io.keelson.ejb.strategy;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;

/** An entity bean whose row the container reads and writes. */
public abstract class PartBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    public abstract String getId();

    public abstract void setId(String id);

    public abstract int getCount();

    public abstract void setCount(int count);

    public String ejbCreate(String id) {
        setId(id);
        return null;
    }

    public void ejbPostCreate(String id) {}

    public int count() {
        return getCount();
    }

    public void change(int by) {
        setCount(getCount() + by);
    }

    @Override
    public void setEntityContext(EntityContext given) {}

    @Override
    public void unsetEntityContext() {}

    @Override
    public void ejbRemove() {}

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {}

    @Override
    public void ejbStore() {}
}

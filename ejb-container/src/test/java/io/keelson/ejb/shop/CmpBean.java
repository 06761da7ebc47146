package io.keelson.ejb.shop;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;

/** The callbacks of the beans. */
public abstract class CmpBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    protected transient EntityContext context;

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
    }

    @Override
    public void unsetEntityContext() {
        context = null;
    }

    @Override
    public void ejbRemove() {
        Removed.add(getClass().getSuperclass().getSimpleName());
    }

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {}

    @Override
    public void ejbStore() {}
}

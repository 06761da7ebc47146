package handles;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;

/** Describes itself by its key. */
public class PlaceBean implements EntityBean {
    private EntityContext context;

    public String ejbFindByPrimaryKey(String name) {
        return name;
    }

    public String describe() {
        return "at " + context.getPrimaryKey();
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
    }

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

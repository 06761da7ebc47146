package beans;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.FinderException;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.ObjectNotFoundException;
import java.util.Collection;
import java.util.List;

/** An entity bean whose rows are its keys. */
public class PlaceBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    private transient EntityContext context;
    private String text;

    public PlaceKey ejbFindByPrimaryKey(PlaceKey key) throws FinderException {
        if (key.number == 0) {
            throw new ObjectNotFoundException(key.toString());
        }
        return key;
    }

    public Collection<PlaceKey> ejbFindIn(String street) {
        return List.of(new PlaceKey(street, 1), new PlaceKey(street, 2));
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
    }

    @Override
    public void unsetEntityContext() {
        context = null;
    }

    @Override
    public void ejbRemove() {}

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {
        PlaceKey key = (PlaceKey) context.getPrimaryKey();
        if (key.number < 0) {
            throw new NoSuchEntityException(key.toString());
        }
        text = key.toString();
    }

    @Override
    public void ejbStore() {}

    public String describe() {
        return text;
    }
}

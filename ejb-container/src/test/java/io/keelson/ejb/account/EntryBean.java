package io.keelson.ejb.account;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;

/** An entry with its state in public fields, two of which are its key. */
public class EntryBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    public String account;
    public int number;
    public String text;

    public EntryKey ejbCreate(EntryKey key, String content) {
        account = key.account;
        number = key.number;
        text = content;
        return null;
    }

    public void ejbPostCreate(EntryKey key, String content) {}

    public String getText() {
        return text;
    }

    public void setText(String content) {
        text = content;
    }

    @Override
    public void setEntityContext(EntityContext context) {}

    @Override
    public void unsetEntityContext() {}

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {}

    @Override
    public void ejbStore() {}

    @Override
    public void ejbRemove() {}
}

package io.keelson.ejb.hidden;

import io.keelson.ejb.shop.CmpBean;
import jakarta.ejb.CreateException;

/** Says nothing of its key. */
public abstract class SlipBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    public abstract String getText();

    public abstract void setText(String text);

    public Object ejbCreate(String text) throws CreateException {
        setText(text);
        return null;
    }

    public void ejbPostCreate(String text) {}
}

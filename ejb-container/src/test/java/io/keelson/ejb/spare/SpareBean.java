package io.keelson.ejb.spare;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** A bean that does next to nothing. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class SpareBean {
    public void nothing() {}

    public long next(long number) {
        return number + 1;
    }
}

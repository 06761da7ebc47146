package io.keelson.ejb.rules;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.transaction.UserTransaction;

/** A bean that must not have a user transaction. */
@Stateless
public class Wrong {
    @Resource
    private UserTransaction mine;

    public String tell() {
        return String.valueOf(mine);
    }
}

package io.keelson.ejb.rules;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Local;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.Callable;

/** A stateful bean that uses a transaction of its own when it is made. */
@Stateful
@Local(Callable.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class Keeper implements Callable<String> {
    @Resource
    private UserTransaction transaction;

    @Resource(name = "other", lookup = "java:app/AppName")
    private String other;

    private int inTransaction;

    @PostConstruct
    void made() throws Exception {
        transaction.begin();
        inTransaction = transaction.getStatus();
        transaction.commit();
    }

    @Override
    public String call() {
        return inTransaction + " " + Lookups.ofBeans() + " " + other + " " + Lookups.of("java:comp/env/other") + " "
                + Lookups.of("java:comp/env/own");
    }
}

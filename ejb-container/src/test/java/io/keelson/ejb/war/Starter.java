package io.keelson.ejb.war;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** A singleton that another depends on. */
@Singleton
@Startup
public class Starter {
    static final StringBuilder ORDER = new StringBuilder();

    @Resource
    private TransactionSynchronizationRegistry transactions;

    private String started;

    @PostConstruct
    void start() {
        started = "started in transaction " + (transactions.getTransactionStatus() == Status.STATUS_ACTIVE);
        ORDER.append("starter");
    }

    public String started() {
        return started;
    }

    @PreDestroy
    void end() {
        System.setProperty("keelson.test.ejb.ended", System.getProperty("keelson.test.ejb.ended", "") + "starter ");
    }
}

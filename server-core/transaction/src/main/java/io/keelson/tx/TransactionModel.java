package io.keelson.tx;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of transactions. */
public final class TransactionModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(TransactionSettings.class);
    }
}

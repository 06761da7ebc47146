package io.keelson.ee.connectors.shop;

import io.keelson.ee.connectors.ledger.Ledger;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;

/** Writes what it reads. */
@MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = "shelf", propertyValue = "7"))
public class Bookkeeper implements Ledger.Reader {
    @Resource(lookup = "eis/ledger")
    private Ledger ledger;

    @Resource
    private MessageDrivenContext context;

    @Override
    public void read(String message) throws Exception {
        try (Ledger.Page page = ledger.open()) {
            page.write("read " + message);
            if (message.startsWith("imported")) {
                page.write("caller " + context.getCallerPrincipal().getName() + " writes "
                        + context.isCallerInRole("writers"));
            }
        }
        if (message.endsWith("bad")) {
            throw new IllegalStateException(message);
        }
    }
}

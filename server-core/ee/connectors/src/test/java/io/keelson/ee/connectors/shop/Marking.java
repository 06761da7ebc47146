package io.keelson.ee.connectors.shop;

import io.keelson.ee.connectors.ledger.Ledger;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;

/** Gets messages by a public method that its listener does not name. */
@MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = "shelf", propertyValue = "8"))
public class Marking implements Ledger.Marker {
    /** Marks a text. */
    public String mark(String text) {
        return "marked " + text;
    }
}

package io.keelson.ee.connectors.ledger;

import jakarta.resource.spi.Activation;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;

/** The activation of the test's adapter. */
@Activation(messageListeners = {Ledger.Reader.class, Ledger.Marker.class})
public class LedgerActivation implements ActivationSpec {
    private ResourceAdapter adapter;
    private int shelf;

    /** Sets a property. */
    public void setShelf(int shelf) {
        this.shelf = shelf;
    }

    /** The property. */
    public int getShelf() {
        return shelf;
    }

    @Override
    public void validate() throws InvalidPropertyException {
        if (shelf < 0) {
            throw new InvalidPropertyException("shelf is " + shelf);
        }
    }

    @Override
    public ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter adapter) {
        this.adapter = adapter;
    }
}

package io.keelson.ee.connectors.ledger;

import jakarta.resource.spi.AdministeredObject;
import jakarta.resource.spi.ConfigProperty;

/** An administered object of the test's adapter. */
@AdministeredObject
public class Shelf {
    @ConfigProperty(defaultValue = "4")
    private int boards;

    /** Sets a property. */
    public void setBoards(int boards) {
        this.boards = boards;
    }

    /** The property. */
    public int getBoards() {
        return boards;
    }
}

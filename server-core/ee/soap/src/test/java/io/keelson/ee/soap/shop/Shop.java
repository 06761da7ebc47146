package io.keelson.ee.soap.shop;

import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.util.List;

/** The interface of an endpoint. */
@WebService(targetNamespace = "http://shop/")
public interface Shop {
    Item buy(String name, int count) throws SoldOutException;

    List<Item> all();

    String who();

    String size(DataHandler content);
}

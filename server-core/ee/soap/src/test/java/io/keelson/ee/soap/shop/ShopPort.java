package io.keelson.ee.soap.shop;

import jakarta.activation.DataHandler;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.MTOM;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A class of the web module. */
@MTOM
@HandlerChain(file = "handlers.xml")
@WebService(
        endpointInterface = "io.keelson.ee.soap.shop.Shop",
        targetNamespace = "http://shop/",
        serviceName = "Shop",
        portName = "ShopPort")
public class ShopPort implements Shop {
    @Resource
    private WebServiceContext context;

    private final List<Item> sold = new ArrayList<>();
    private boolean ready;

    @PostConstruct
    void begin() {
        ready = true;
    }

    @Override
    public Item buy(String name, int count) throws SoldOutException {
        if (name.equals("moon")) {
            throw new SoldOutException("there was one only");
        }
        if (name.equals("bug")) {
            throw new IllegalStateException("a mistake");
        }
        Item item = new Item();
        item.setName(name);
        item.setPrice(3 * count);
        sold.add(item);
        return item;
    }

    @Override
    public List<Item> all() {
        return sold;
    }

    @Override
    public String who() {
        return ready + " " + context.getMessageContext().get(MessageContext.HTTP_REQUEST_METHOD) + " "
                + context.getMessageContext().get("seen");
    }

    @Override
    public String size(DataHandler content) {
        try (InputStream in = content.getInputStream()) {
            return content.getContentType() + " " + in.readAllBytes().length;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

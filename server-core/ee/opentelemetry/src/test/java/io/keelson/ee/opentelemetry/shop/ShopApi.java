package io.keelson.ee.opentelemetry.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Resources of the shop. */
@ApplicationPath("/api")
public class ShopApi extends Application {}

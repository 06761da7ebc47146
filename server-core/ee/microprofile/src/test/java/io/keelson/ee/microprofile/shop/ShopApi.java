package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Resources for everybody. */
@ApplicationPath("/api")
public class ShopApi extends Application {}
